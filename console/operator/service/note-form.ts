import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { failureState } from '../../components/failure.ts';
import { SelectField, TextAreaField, TextField } from '../../components/field.ts';
import { PageState } from '../../components/page-state.ts';
import { toast } from '../../components/toast.ts';
import { html } from '../../html.ts';
import { noteSeverities } from '../../states/note.ts';
import { stateOptions } from '../../states/state-words.ts';
import { client } from '../api.ts';

const SEVERITIES = ['INFO', 'WARNING', 'URGENT'] as const;

/** A time that a browser's field writes, as UTC; undefined while it is empty. */
const isoOf = (text: string) => (Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString());

export function NoteForm({ onCreated }: { onCreated: () => void }): VNode {
  const [text, setText] = useState('');
  const [severity, setSeverity] = useState<string>('INFO');
  const [until, setUntil] = useState('');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const create = async (event: Event) => {
    event.preventDefault();
    setFailure(undefined);
    setProblem(text.trim() === '' ? 'Write what sellers should know.' : undefined);
    if (text.trim() === '') return;
    const end = isoOf(until);
    const chosen = SEVERITIES.find((each) => each === severity) ?? 'INFO';
    try {
      await client.createNote({ body: { text: text.trim(), severity: chosen, ...(end && { until: end }) } });
      setText('');
      toast('All sellers see the note in their console.');
      onCreated();
    } catch (error) {
      setFailure(error);
    }
  };
  return html`<form onSubmit=${create} novalidate>
    <${TextAreaField} label="What should all sellers know?" rows=${2} value=${text} error=${problem} onInput=${setText} placeholder="Maintenance tonight from 22:00 to 22:30 UTC." />
    <div class="row">
      <${SelectField} label="How important" value=${severity} options=${stateOptions(noteSeverities)} onChange=${setSeverity} />
      <${TextField} label="Shown until (your time)" type="datetime-local" value=${until} onInput=${setUntil} />
      <button class="main">Tell all sellers</button>
    </div>
    ${failure !== undefined && html`<${PageState} ...${failureState(failure)} />`}
  </form>`;
}
