/** That of package.json; a test compares them. */
export declare const VERSION = "0.3.0";
