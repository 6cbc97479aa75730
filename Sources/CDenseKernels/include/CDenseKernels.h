/// Dense linear algebra for the fit engine, on row-major matrices of doubles, on the calling thread.
///
/// Loops are compiled for several instruction sets, and the processor's widest is taken when a kernel is called.
#ifndef CDENSEKERNELS_H
#define CDENSEKERNELS_H

#include <stdbool.h>
#include <stddef.h>

/// Lower triangle of c −= yᵀ·y: y is rows × size, c is size × size; false if there is no memory for it.
bool dense_subtract_gram(const double *y, size_t rows, size_t size, double *c);

/// Replaces the lower triangle of a symmetric matrix by its Cholesky factor; false if it is not positive definite.
bool dense_factorise(double *c, size_t size);

/// b ← (l·lᵀ)⁻¹·b, l a lower triangle.
void dense_solve(const double *l, size_t size, double *b);

/// out = a·b: a is rows × inner, b is inner × 2.
void dense_times_pair(const double *a, const double *b, size_t rows, size_t inner, double *out);

/// out = aᵀ·b: a is inner × rows, b is inner × columns, at most 9 of them.
void dense_transposed_times(
    const double *a, const double *b, size_t rows, size_t inner, size_t columns, double *out);

#endif
