/** A process that took the lock, as the log names it. */
export type Holder = {
  /** Unique for each time that the lock is taken. */
  id: string;
  /** Processes of the same place see each other's pids. */
  place: string;
  pid: number;
  /** When the process started: another process may get the same pid later. */
  startedAt: string;
};

type Word = 'take' | 'beat' | 'free' | 'dead';

/** The full stop shows that the line is whole: a full disk may cut it. The first line break ends a line that was cut. */
const line = (word: Word, ...values: readonly (string | number)[]) => `\n${[word, ...values].join(' ')} .\n`;

export const takenBy = ({ id, place, pid, startedAt }: Holder): string => line('take', id, place, pid, startedAt);
/** The holder is still at work. */
export const beatOf = (id: string): string => line('beat', id);
export const freedBy = (id: string): string => line('free', id);
/** Another process found that the holder has died. */
export const deathOf = (id: string): string => line('dead', id);

/** Whether a file is empty or begins as every log does. Others' files must not be written. */
export const isLog = (text: string): boolean => /^(\n|$)/.test(text);

/**
 * Who holds the lock, and how often it has shown that it is alive. Everybody appends to the log, and everybody comes to the same result:
 * `take` counts only where the lock is free, and the other words only for the one who holds it. So two processes that find a dead
 * holder at the same time do no harm, and a late word of a former holder changes nothing.
 */
export function holderIn(log: string): (Holder & { beats: number }) | undefined {
  let holder: (Holder & { beats: number }) | undefined;
  for (const text of log.split('\n')) {
    const [word, id = '', ...rest] = text.split(' ');
    if (rest.pop() !== '.') continue;
    const [place = '', pid = '', startedAt = ''] = rest;
    if (word === 'take') holder ??= { id, place, pid: Number(pid), startedAt, beats: 0 };
    else if (holder?.id !== id) continue;
    else if (word === 'beat') holder.beats += 1;
    else if (word === 'free' || word === 'dead') holder = undefined;
  }
  return holder;
}
