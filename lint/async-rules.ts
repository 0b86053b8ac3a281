/**
 * Rules of oxlint that find concurrency written by hand: each has its place in `src/async/`, with its tests. Defects lived in such
 * code: an outcome that comes as a loop ends, a stop that does not wait for what runs.
 */
type Node = { type: string; [key: string]: unknown };
type Context = { report(problem: { node: Node; message: string }): void };

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** Whether the code under a node has a node for which this is true. Functions that it defines are not part of it. */
function contains(node: Node, isSought: (node: Node) => boolean): boolean {
  return Object.entries(node).some(([key, value]) => {
    if (key === 'parent') return false;
    return [value].flat().some((child) => {
      if (!isNode(child) || /Function/.test(child.type)) return false;
      return isSought(child) || contains(child, isSought);
    });
  });
}

const nameOf = (node: unknown): unknown => (isNode(node) ? node.name : undefined);
/** `signal.aborted`, `isStopping`, `this.#stopped`. */
const isStopFlag = (node: Node) =>
  /^(?:aborted|(?:is|has)?stopp(?:ing|ed))$/i.test(
    String(nameOf(node.type === 'MemberExpression' ? node.property : node) ?? ''),
  );

const noHandWrittenLoop = {
  create(context: Context) {
    const check = (node: Node) => {
      const isAsync = contains(node, ({ type }) => type === 'AwaitExpression');
      if (isAsync && contains(node, isStopFlag))
        context.report({ node, message: 'A loop that runs until it is stopped is a BackgroundLoop of src/async/.' });
    };
    return { WhileStatement: check, DoWhileStatement: check, ForStatement: check };
  },
};

const noHandWrittenFlight = {
  create(context: Context) {
    const message = 'Work that callers share while it runs is a singleFlight, or a value madeOnce, of src/async/.';
    return {
      AssignmentExpression(node: Node) {
        if (node.operator !== '??=' || !isNode(node.right) || node.right.type !== 'CallExpression') return;
        const { callee } = node.right;
        const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee.property) : undefined;
        if (method === 'finally' || method === 'catch') context.report({ node, message });
      },
      NewExpression(node: Node) {
        const types = isNode(node.typeArguments) ? (node.typeArguments.params as Node[]) : [];
        const [, value] = types;
        if (nameOf(node.callee) === 'Map' && nameOf(value?.typeName) === 'Promise') context.report({ node, message });
      },
    };
  },
};

export default {
  meta: { name: 'async' },
  rules: { 'no-hand-written-loop': noHandWrittenLoop, 'no-hand-written-flight': noHandWrittenFlight },
};
