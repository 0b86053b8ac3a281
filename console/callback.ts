/** The page at which a sign-in ends. */
document.title = 'Signing in';
