/** Asks the system to show a page. Nothing happens where there is no browser: the address is printed, too. */
export declare function openBrowser(url: string): void;
