/** The colour of a state. In a file of its own: words about states are tested where there is no page. */
export type Tone = 'neutral' | 'good' | 'bad' | 'warn' | 'accent';
