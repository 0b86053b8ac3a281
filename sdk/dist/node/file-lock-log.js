const line = (word, ...values) => `\n${[word, ...values].join(' ')} .\n`;
export const takenBy = ({ id, place, pid, startedAt }) => line('take', id, place, pid, startedAt);
export const beatOf = (id) => line('beat', id);
export const freedBy = (id) => line('free', id);
export const deathOf = (id) => line('dead', id);
export const isLog = (text) => /^(\n|$)/.test(text);
export function holderIn(log) {
    let holder;
    for (const text of log.split('\n')) {
        const [word, id = '', ...rest] = text.split(' ');
        if (rest.pop() !== '.')
            continue;
        const [place = '', pid = '', startedAt = ''] = rest;
        if (word === 'take')
            holder ??= { id, place, pid: Number(pid), startedAt, beats: 0 };
        else if (holder?.id !== id)
            continue;
        else if (word === 'beat')
            holder.beats += 1;
        else if (word === 'free' || word === 'dead')
            holder = undefined;
    }
    return holder;
}
