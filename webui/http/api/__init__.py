"""Every address that takes or gives JSON, by what it is about."""
