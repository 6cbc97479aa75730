#include <cblas.h>

/* LAPACK, which OpenBLAS contains: Cholesky factor of a symmetric positive-definite matrix. */
void dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
