epicycle solve heart.svg --size 170x170 --timing free --max-error 0.25% --upright -o heart.json
epicycle verify heart.json --against heart.svg
