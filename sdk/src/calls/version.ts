/** That of package.json; a test compares them. */
export const VERSION = '0.3.0';
