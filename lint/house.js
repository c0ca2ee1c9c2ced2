// Two laws of the house that oxlint has no rule for (CONTRIBUTING.md, "The house").
// Plain JavaScript, for the linter loads it as it is.
import {dirname, relative, resolve, sep} from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** Which rooms a room may import, besides itself. `cli` and `bench` put everything together. */
const MAY_IMPORT = {
  spec: [],
  mock: ['spec'],
  suites: ['spec'],
  reports: ['spec'],
  proof: ['spec', 'mock', 'suites'],
  cli: ['spec', 'mock', 'suites', 'reports', 'proof'],
  bench: ['spec', 'mock', 'suites', 'reports', 'proof', 'cli'],
};

/** The path of a file from the root of the project, with slashes. */
const place = (file) => relative(root, file).split(sep).join('/');

/** What a file may not import, told as a sentence; undefined when it may. */
function forbidden(from, specifier, onlyTypes) {
  const inside = specifier.startsWith('.');
  const to = inside ? place(resolve(root, dirname(from), specifier)) : specifier;
  const [room, target] = [from.split('/')[0], to.split('/')[0]];
  const test = from.endsWith('.test.ts');
  if (
    inside &&
    target in MAY_IMPORT &&
    room in MAY_IMPORT &&
    room !== target &&
    !MAY_IMPORT[room].includes(target)
  )
    return `${room} does not import ${target}`;
  if (
    /^suites\/.*\bmodel\.ts$/.test(from) &&
    !(to.startsWith('spec/') || dirname(to) === dirname(from))
  )
    return 'a model imports spec and nothing else';
  const chapter = /^mock\/(workspace|store)\/[^/]+\//.exec(from);
  if (!chapter || test || onlyTypes) return undefined;
  if (!inside) return `a chapter of the mock is pure: it imports only types of ${specifier}`;
  const pure =
    to.startsWith('spec/') ||
    to === 'mock/operation.ts' ||
    to === 'mock/guarded.ts' ||
    to.startsWith(`mock/${chapter[1]}/`);
  return pure ? undefined : `a chapter of the mock is pure: it imports only types of ${to}`;
}

const importLaw = {
  create(context) {
    const from = place(context.filename);
    const judge = (node, source, onlyTypes) => {
      const message = typeof source?.value === 'string' && forbidden(from, source.value, onlyTypes);
      if (message) context.report({node, message});
    };
    const types = (node) =>
      node.importKind === 'type' ||
      (node.specifiers.length > 0 && node.specifiers.every((one) => one.importKind === 'type'));
    return {
      ImportDeclaration: (node) => judge(node, node.source, types(node)),
      ImportExpression: (node) => judge(node, node.source, false),
      ExportAllDeclaration: (node) => judge(node, node.source, node.exportKind === 'type'),
      ExportNamedDeclaration: (node) => judge(node, node.source, node.exportKind === 'type'),
    };
  },
};

const MEMBERS = {
  Date: ['now'],
  Math: ['random'],
  performance: ['now'],
  crypto: ['randomUUID', 'randomBytes', 'getRandomValues'],
};
const GLOBALS = ['setTimeout', 'setInterval'];
const MODULES = {
  crypto: ['randomUUID', 'randomBytes', 'randomInt'],
  timers: GLOBALS,
  'timers/promises': GLOBALS,
  perf_hooks: ['performance'],
};

const ports = {
  create(context) {
    const report = (node, name) =>
      context.report({
        node,
        message: `${name}: time, ids and chance are handed in (mock/world/ports.ts, suites/engine/ports.ts)`,
      });
    return {
      MemberExpression(node) {
        const [object, property] = [node.object.name, node.property.name ?? node.property.value];
        if (MEMBERS[object]?.includes(property)) report(node, `${object}.${property}`);
        if (object === 'globalThis' && GLOBALS.includes(property)) report(node, property);
      },
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          report(node, 'new Date() without an argument');
      },
      CallExpression(node) {
        if (GLOBALS.includes(node.callee.name)) report(node, node.callee.name);
        if (node.callee.name === 'Date') report(node, 'Date()');
      },
      ImportDeclaration(node) {
        const names = MODULES[node.source.value.replace(/^node:/, '')] ?? [];
        for (const one of node.specifiers)
          if (one.type === 'ImportSpecifier' && names.includes(one.imported.name))
            report(one, one.imported.name);
      },
    };
  },
};

export default {meta: {name: 'house'}, rules: {imports: importLaw, ports}};
