import { MAX_NOTE_CHARACTERS, NOTE_SEVERITIES, type OperatorNote } from '../../domain/operator-note.ts';
import { writeTime } from '../../domain/time.ts';
import { isKnown, type KnownAs, knownAsShapes } from '../known-as.ts';
import { openSet } from '../open-set.ts';
import { Type } from '../type.ts';

const shown = {
  noteId: Type.String('The note.'),
  text: Type.String('Plain text, with line breaks. Show every character as it is.'),
  severity: openSet(NOTE_SEVERITIES, 'How much it matters; an open set.'),
  from: Type.Time('It is shown from this time on.'),
  until: Type.Time('And until this time.'),
};

export const noteExample = {
  ...{ noteId: 'note_019a8541c400aa55bb66cc77dd88ee99ff00', severity: 'WARNING' },
  ...{ text: 'Maintenance tonight from 22:00 to 22:30 UTC: prices cannot be changed in this time.' },
  ...{ from: '2026-11-18T12:00:00.000Z', until: '2026-11-18T22:30:00.000Z' },
};

const whole = {
  ...shown,
  state: openSet(['COMING', 'SHOWN', 'ENDED'], 'Whether sellers see it now; an open set.'),
  createdTime: Type.Time('When it was created.'),
  createdBy: Type.String('The application, or the account of the person, that created it.'),
  creator: Type.Optional(Type.Named('NoteCreator', 'Who that is. Absent where nothing is known.', knownAsShapes)),
};

export const OperatorNoteShape = Type.Named('OperatorNote', 'A note of the operator to all sellers.', whole);

export const operatorNoteExample = {
  ...noteExample,
  state: 'SHOWN',
  createdTime: noteExample.from,
  createdBy: 'demooperator',
  creator: { name: 'Demo operator' },
};

export const OperatorNotes = Type.Named(
  'OperatorNotes',
  'The notes of the operator.',
  { notes: Type.Array(OperatorNoteShape, 'Those that end last first. An ended one is kept for 30 days.') },
  { examples: [{ notes: [operatorNoteExample] }] },
);

export const SellerNotes = Type.Named(
  'SellerNotes',
  'What the operator of the service tells all sellers now.',
  {
    notes: Type.Array(Type.Named('SellerNote', 'A note of the operator.', shown), 'In the order in which they began.'),
  },
  { examples: [{ notes: [noteExample] }] },
);

export const NoteBody = Type.Named(
  'NewOperatorNote',
  'A note to create.',
  {
    text: Type.String({
      ...{ minLength: 1, maxLength: 2 * MAX_NOTE_CHARACTERS },
      description: `Plain text of at most ${MAX_NOTE_CHARACTERS} characters, with line breaks. No markup: it is shown as it is.`,
    }),
    severity: Type.Optional.Enum([...NOTE_SEVERITIES], { description: 'How much it matters.', default: 'INFO' }),
    from: Type.Optional.String({ maxLength: 64, description: 'Shown from this time on; default: now.' }),
    until: Type.Optional.String({
      maxLength: 64,
      description: 'Shown until this time, at most a year later; default: seven days after from.',
    }),
  },
  { examples: [{ text: noteExample.text, severity: 'WARNING', until: '2026-11-18T22:30:00Z' }] },
);

export const writeSellerNote = ({ noteId, text, severity, fromMs, untilMs }: OperatorNote) => ({
  ...{ noteId, text, severity, from: writeTime(fromMs), until: writeTime(untilMs) },
});

export const writeOperatorNote = (note: OperatorNote, nowMs: number, creator: KnownAs) => ({
  ...writeSellerNote(note),
  state: nowMs < note.fromMs ? 'COMING' : nowMs < note.untilMs ? 'SHOWN' : 'ENDED',
  ...{ createdTime: writeTime(note.createdMs), createdBy: note.createdBy },
  ...(isKnown(creator) && { creator }),
});
