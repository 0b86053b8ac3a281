/** Empty when there is no such file. */
export declare function textOf(path: string): Promise<string>;
