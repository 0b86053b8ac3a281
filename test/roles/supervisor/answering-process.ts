/** Answers each question of a supervisor with an object. */
process.on('message', ({ kind, id }: { kind: string; id?: number }) => {
  if (kind === 'order') process.send?.({ kind: 'ready' });
  else if (kind === 'ask') process.send?.({ kind: 'answer', id, answer: { of: id } });
});
