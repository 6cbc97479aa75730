plugins {
    id("com.android.application") version "8.5.2"
}

android {
    namespace = "com.example.epicycle"
    compileSdk = 34

    defaultConfig {
        applicationId = "com.example.epicycle"
        // Watch Face Format 1 came with Wear OS 4, which is Android 13.
        minSdk = 33
        targetSdk = 34
        versionCode = 1
        versionName = "1.0"
    }
}
