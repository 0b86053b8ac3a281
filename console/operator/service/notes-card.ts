import type { OperatorNote } from 'marketplace-seller-sdk/operator';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { PageState } from '../../components/page-state.ts';
import { StateBadge } from '../../components/state-badge.ts';
import { Time } from '../../components/time.ts';
import { toast } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { shown, useLoad } from '../../load.ts';
import { noteSeverities, noteStates } from '../../states/note.ts';
import { wordsIn } from '../../states/state-words.ts';
import { client } from '../api.ts';
import { Actor } from '../parts/actor.ts';
import { NoteForm } from './note-form.ts';

/** What the operator tells all sellers: their console shows it. */
export function NotesCard(): VNode {
  const notes = useLoad((signal) => client.listNotes({ signal }), []);
  const [failure, setFailure] = useState<unknown>();
  const remove = async (noteId: string) => {
    setFailure(undefined);
    try {
      await client.deleteNote({ path: { noteId } });
      toast('The note was deleted.');
    } catch (error) {
      setFailure(error);
    }
    notes.reload();
  };
  return html`<section class="card">
    <h2>Notes to all sellers</h2>
    <${NoteForm} onCreated=${notes.reload} />
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
    ${shown(
      notes,
      (answer) =>
        answer.notes.length === 0
          ? html`<p class="soft">There is no note.</p>`
          : html`<ul class="plain people" aria-label="Notes">${answer.notes.map((note) => html`<${NoteRow} key=${note.noteId} note=${note} onRemove=${remove} />`)}</ul>`,
      2,
    )}
  </section>`;
}

type NoteRowProps = { note: OperatorNote; onRemove: (noteId: string) => Promise<void> };

const NoteRow = ({
  note: { noteId, text, severity, from, until, state, createdBy, creator },
  onRemove,
}: NoteRowProps): VNode =>
  html`<li class="person">
    <p><${StateBadge} of=${noteSeverities} state=${severity} /> ${text}</p>
    <p class="small soft">${wordsIn(noteStates, state).label}, from <${Time} at=${from} /> until <${Time} at=${until} />, by <${Actor} id=${createdBy} ...${creator} /></p>
    <div class="buttons"><button type="button" class="danger" aria-label=${`Delete the note ${text}`} onClick=${() => void onRemove(noteId)}>Delete</button></div>
  </li>`;
