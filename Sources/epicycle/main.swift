print("epicycle")
