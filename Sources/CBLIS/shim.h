// BLAS by its C interface, from BLIS. Its header is not in the same place on every system, so that what is used is
// declared here.
enum CBLAS_ORDER { CblasRowMajor = 101 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans = 112 };
enum CBLAS_UPLO { CblasLower = 122 };
enum CBLAS_DIAG { CblasNonUnit = 131 };
enum CBLAS_SIDE { CblasRight = 142 };

void cblas_dgemm(
    enum CBLAS_ORDER order, enum CBLAS_TRANSPOSE transA, enum CBLAS_TRANSPOSE transB, int m, int n, int k,
    double alpha, const double *a, int lda, const double *b, int ldb, double beta, double *c, int ldc);
void cblas_dsyrk(
    enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, enum CBLAS_TRANSPOSE trans, int n, int k, double alpha,
    const double *a, int lda, double beta, double *c, int ldc);
void cblas_dtrsv(
    enum CBLAS_ORDER order, enum CBLAS_UPLO uplo, enum CBLAS_TRANSPOSE trans, enum CBLAS_DIAG diag, int n,
    const double *a, int lda, double *x, int incx);
void cblas_dtrsm(
    enum CBLAS_ORDER order, enum CBLAS_SIDE side, enum CBLAS_UPLO uplo, enum CBLAS_TRANSPOSE transA,
    enum CBLAS_DIAG diag, int m, int n, double alpha, const double *a, int lda, double *b, int ldb);
