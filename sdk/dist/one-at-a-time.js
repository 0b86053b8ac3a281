export function oneAtATime() {
    let last = Promise.resolve();
    return (work) => {
        const result = last.then(work);
        last = result.catch(() => undefined);
        return result;
    };
}
