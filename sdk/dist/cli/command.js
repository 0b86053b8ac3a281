export const textOf = ({ values }, name) => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
};
export const listOf = ({ values }, name) => {
    const value = values[name];
    return Array.isArray(value) ? value : [];
};
