import { Type } from '../../type.ts';

const SEQUENCE = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

export const ReplayBody = Type.Named(
  'ReplayEvents',
  'Which events to send again: either fromSequence or since.',
  {
    fromSequence: Type.Optional.Integer({
      ...SEQUENCE,
      description: 'The sequence of the first event to send again.',
      examples: [1],
    }),
    since: Type.Optional.String({
      description: 'Events that were told at this time or later.',
      examples: ['2026-11-15T00:00:00Z'],
    }),
  },
  { examples: [{ fromSequence: 1 }] },
);

const sequence = (description: string) => Type.Optional.Integer({ ...SEQUENCE, description });

export const ReplayAnswer = Type.Named(
  'ReplayedEvents',
  'What is sent again.',
  {
    queued: Type.Integer({
      minimum: 0,
      description: 'How many events are queued. Those that the destination does not take are not.',
    }),
    fromSequence: sequence(
      'The first event of the range. It is later than the one that was asked for when older ones are not kept any more. Absent: there is no event in the range.',
    ),
    toSequence: sequence('The last event of the range.'),
    nextFromSequence: sequence('There are more than one call sends: send it as fromSequence to go on.'),
  },
  { examples: [{ queued: 0 }] },
);

type Replayed = {
  queued: number;
  range?: { fromSequence: number; toSequence: number };
  nextSequence?: number;
};

export const writeReplayed = ({ queued, range, nextSequence }: Replayed) => ({
  queued,
  ...range,
  ...(nextSequence === undefined ? {} : { nextFromSequence: nextSequence }),
});
