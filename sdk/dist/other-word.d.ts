/**
 * A word that this version of the SDK does not know. It is text like any other. That it is no literal of ours lets TypeScript tell
 * an event of a new kind from the known ones: after `event.type === 'BUY_BOX_CHANGED'`, `event.data` is that of this kind alone.
 * (An intersection such as `string & {}` would keep TypeScript from telling any of them apart.)
 */
export declare enum OtherWord {
    text = ""
}
