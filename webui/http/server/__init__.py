"""The server beneath the pages: connections taken in, limits kept, answers sent."""
