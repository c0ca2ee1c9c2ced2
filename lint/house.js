// Two rules of the house that oxlint does not have itself (CONTRIBUTING.md, "The house"): which
// room may import which, and where time, ids and chance may be read. That no imports form a circle,
// types included, is oxlint's own `import/no-cycle`. Plain JavaScript, because the linter loads it
// as it is.
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
const pathOf = (file) => relative(root, file).split(sep).join('/');

const roomOf = (path) => path.split('/')[0];

/**
 * What a file may not import.
 * @param {string} from path of the file
 * @param {string} specifier as the import writes it
 * @param {boolean} onlyTypes whether nothing but types is imported
 * @returns {string | undefined} a sentence; undefined when it may
 */
function forbidden(from, specifier, onlyTypes) {
  const isOfProject = specifier.startsWith('.');
  const to = isOfProject ? pathOf(resolve(root, dirname(from), specifier)) : specifier;
  return (
    (isOfProject ? forbiddenRoom(roomOf(from), roomOf(to)) : undefined) ??
    forbiddenInModel(from, to) ??
    (onlyTypes ? undefined : forbiddenInChapter(from, to, isOfProject))
  );
}

function forbiddenRoom(room, target) {
  const areRooms = room in MAY_IMPORT && target in MAY_IMPORT;
  if (!areRooms || room === target || MAY_IMPORT[room].includes(target)) return undefined;
  return `${room} does not import ${target}`;
}

function forbiddenInModel(from, to) {
  const isModel = /^suites\/.*\bmodel\.ts$/.test(from);
  if (!isModel || to.startsWith('spec/') || dirname(to) === dirname(from)) return undefined;
  return 'a model imports spec and nothing else';
}

/** What chapters of the mock are written with. */
const SHARED_BY_CHAPTERS = new Set(['mock/operation.ts', 'mock/guarded.ts', 'mock/sealed.ts']);

/** A chapter of the mock holds pure functions: values come from `spec` and from chapters alone. */
function forbiddenInChapter(from, to, isOfProject) {
  const [, api] = /^mock\/(workspace|store)\/[^/]+\//.exec(from) ?? [];
  if (api === undefined || from.endsWith('.test.ts')) return undefined;
  const isPure =
    to.startsWith('spec/') || SHARED_BY_CHAPTERS.has(to) || to.startsWith(`mock/${api}/`);
  if (isOfProject && isPure) return undefined;
  return `a chapter of the mock is pure: it imports only types of ${to}`;
}

const imports = {
  create(context) {
    const from = pathOf(context.filename);
    const check = (node, source, onlyTypes) => {
      const message = typeof source?.value === 'string' && forbidden(from, source.value, onlyTypes);
      if (message) context.report({node, message});
    };
    const types = (node) =>
      node.importKind === 'type' ||
      (node.specifiers.length > 0 && node.specifiers.every((one) => one.importKind === 'type'));
    return {
      ImportDeclaration: (node) => check(node, node.source, types(node)),
      ImportExpression: (node) => check(node, node.source, false),
      ExportAllDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
      ExportNamedDeclaration: (node) => check(node, node.source, node.exportKind === 'type'),
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

/** The only files that read time and make ids and chance. */
const PORTS = 'mock/world/ports.ts, suites/engine/ports.ts';

const ports = {
  create(context) {
    const report = (node, name) =>
      context.report({
        node,
        message: `${name}: time, ids and chance are handed in (${PORTS})`,
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

export default {meta: {name: 'house'}, rules: {imports, ports}};
