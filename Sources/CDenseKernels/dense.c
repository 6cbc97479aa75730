#include "CDenseKernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Eight doubles; where registers are shorter the compiler takes several.
typedef double vector __attribute__((vector_size(64), aligned(64)));
/// The same at any address of a double.
typedef double loose __attribute__((vector_size(64), aligned(8)));

struct kernels {
  void (*panels)(const double *p, size_t count, size_t depth, double *c, size_t width);
  void (*panel_solve)(double *panel, const double *l, const double *reciprocal, size_t depth);
  double (*dot)(const double *a, const double *b, size_t count);
  void (*subtract)(double *y, const double *x, double factor, size_t count);
  void (*transposed)(
      const double *a, size_t stride, const double *b, size_t inner, size_t columns, double *out);
};

#define TARGET
#define NAME(x) plain_##x
#define ROWS 2
#define PANELS 1
#include "kernels.inc"
#undef TARGET
#undef NAME
#undef ROWS
#undef PANELS

#if defined(__x86_64__)
#define TARGET __attribute__((target("avx2,fma")))
#define NAME(x) avx2_##x
#define ROWS 4
#define PANELS 1
#include "kernels.inc"
#undef TARGET
#undef NAME
#undef ROWS
#undef PANELS

#define TARGET __attribute__((target("avx512f,fma")))
#define NAME(x) avx512_##x
#define ROWS 8
#define PANELS 3
#include "kernels.inc"
#undef TARGET
#undef NAME
#undef ROWS
#undef PANELS
#endif

static const struct kernels *widest(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f")) return &avx512_kernels;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &avx2_kernels;
#endif
  return &plain_kernels;
}

static double *allocate(size_t count) {
  void *memory = NULL;
  return posix_memalign(&memory, 64, (count ? count : 8) * sizeof(double)) ? NULL : memory;
}

/// Adds the lower triangle of a padded square to that of c.
static void add_lower(double *c, size_t size, const double *padded, size_t width) {
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j <= i; j++) c[i * size + j] += padded[i * width + j];
}

bool dense_subtract_gram(const double *y, size_t rows, size_t size, double *c) {
  enum { block = 192 };
  const struct kernels *kernels = widest();
  size_t count = (size + 7) / 8, width = 8 * count;
  double *panels = allocate(8 * block * count), *padded = allocate(width * width);
  bool done = panels && padded;
  if (done) {
    memset(padded, 0, width * width * sizeof(double));
    for (size_t first = 0; first < rows; first += block) {
      size_t depth = rows - first < block ? rows - first : block;
      for (size_t k = 0; k < depth; k++) {
        const double *row = y + (first + k) * size;
        for (size_t p = 0; p < count; p++) {
          double *place = panels + 8 * (p * depth + k);
          size_t most = size - 8 * p < 8 ? size - 8 * p : 8;
          if (most == 8) {
            memcpy(place, row + 8 * p, 64);
          } else {
            for (size_t q = 0; q < 8; q++) place[q] = q < most ? row[8 * p + q] : 0;
          }
        }
      }
      kernels->panels(panels, count, depth, padded, width);
    }
    add_lower(c, size, padded, width);
  }
  free(panels);
  free(padded);
  return done;
}

/// The Cholesky factor of a diagonal block in place; false if a pivot is not positive.
static bool factorise_block(double *c, size_t width, size_t depth) {
  for (size_t k = 0; k < depth; k++) {
    double *row = c + k * width;
    for (size_t m = 0; m < k; m++) {
      const double *other = c + m * width;
      double sum = row[m];
      for (size_t q = 0; q < m; q++) sum -= row[q] * other[q];
      row[m] = sum / other[m];
    }
    double pivot = row[k];
    for (size_t q = 0; q < k; q++) pivot -= row[q] * row[q];
    if (!(pivot > 0) || !isfinite(pivot)) return false;
    row[k] = sqrt(pivot);
  }
  return true;
}

/// Right-looking by blocks on a copy whose rows are padded to whole panels.
bool dense_factorise(double *c, size_t size) {
  enum { block = 32 };
  const struct kernels *kernels = widest();
  size_t count = (size + 7) / 8, width = 8 * count;
  double *padded = allocate(width * width), *panels = allocate(8 * block * count);
  double transposed[block * block], reciprocal[block];
  bool done = padded && panels;
  for (size_t i = 0; done && i < width; i++) {
    double *row = padded + i * width;
    memset(row, 0, width * sizeof(double));
    if (i < size) memcpy(row, c + i * size, (i + 1) * sizeof(double));
    if (i >= size) row[i] = 1;
  }
  for (size_t first = 0; done && first < width; first += block) {
    size_t depth = width - first < block ? width - first : block;
    double *corner = padded + first * width + first;
    done = factorise_block(corner, width, depth);
    if (!done) break;
    for (size_t k = 0; k < depth; k++) {
      reciprocal[k] = 1 / corner[k * width + k];
      for (size_t m = k; m < depth; m++) transposed[k * depth + m] = corner[m * width + k];
    }
    size_t below = first + depth, left = (width - below) / 8;
    for (size_t p = 0; p < left; p++) {
      double *panel = panels + 8 * p * depth;
      double *rows = padded + (below + 8 * p) * width + first;
      for (size_t k = 0; k < depth; k++)
        for (size_t q = 0; q < 8; q++) panel[8 * k + q] = rows[q * width + k];
      kernels->panel_solve(panel, transposed, reciprocal, depth);
      for (size_t k = 0; k < depth; k++)
        for (size_t q = 0; q < 8; q++) rows[q * width + k] = panel[8 * k + q];
    }
    kernels->panels(panels, left, depth, padded + below * width + below, width);
  }
  for (size_t i = 0; done && i < size; i++)
    memcpy(c + i * size, padded + i * width, (i + 1) * sizeof(double));
  free(padded);
  free(panels);
  return done;
}

void dense_solve(const double *l, size_t size, double *b) {
  const struct kernels *kernels = widest();
  for (size_t k = 0; k < size; k++) b[k] = (b[k] - kernels->dot(l + k * size, b, k)) / l[k * size + k];
  for (size_t k = size; k-- > 0;) {
    b[k] /= l[k * size + k];
    kernels->subtract(b, l + k * size, b[k], k);
  }
}

void dense_times_pair(const double *a, const double *b, size_t rows, size_t inner, double *out) {
  const struct kernels *kernels = widest();
  double *halves = allocate(2 * inner);
  if (!halves) return;
  for (size_t k = 0; k < inner; k++) {
    halves[k] = b[2 * k];
    halves[inner + k] = b[2 * k + 1];
  }
  for (size_t j = 0; j < rows; j++) {
    out[2 * j] = kernels->dot(a + j * inner, halves, inner);
    out[2 * j + 1] = kernels->dot(a + j * inner, halves + inner, inner);
  }
  free(halves);
}

void dense_transposed_times(
    const double *a, const double *b, size_t rows, size_t inner, size_t columns, double *out) {
  const struct kernels *kernels = widest();
  size_t k = 0;
  for (; k + 8 <= rows; k += 8)
    kernels->transposed(a + k, rows, b, inner, columns, out + k * columns);
  for (; k < rows; k++)
    for (size_t c = 0; c < columns; c++) {
      double sum = 0;
      for (size_t m = 0; m < inner; m++) sum += a[m * rows + k] * b[m * columns + c];
      out[k * columns + c] = sum;
    }
}
