// Three lint rules of this project that oxlint does not have (CONTRIBUTING.md, "The house"): `imports` says which
// folder may import which, `ports` where time, ids and randomness may be read, and `judgements` how functions that
// judge are named. Circular imports, types included, are found by oxlint's own `import/no-cycle`. This is plain
// JavaScript, because the linter loads the file as it is.
import {dirname, relative, resolve, sep} from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The top-level folders that each top-level folder may import besides itself. */
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
 * Checks one import.
 * @param {string} from path of the importing file
 * @param {string} specifier the specifier as written in the import
 * @param {boolean} onlyTypes whether only types are imported
 * @returns {string | undefined} why the import is forbidden; undefined when it is allowed
 */
function forbidden(from, specifier, onlyTypes) {
  const isOfProject = specifier.startsWith('.');
  const to = isOfProject ? pathOf(resolve(root, dirname(from), specifier)) : specifier;
  return (
    (isOfProject ? forbiddenRoom(roomOf(from), roomOf(to)) : undefined) ??
    forbiddenTestHelper(from, to) ??
    forbiddenInModel(from, to) ??
    forbiddenInEngine(from, to) ??
    (onlyTypes ? undefined : forbiddenInChapter(from, to, isOfProject))
  );
}

function forbiddenRoom(room, target) {
  const areRooms = room in MAY_IMPORT && target in MAY_IMPORT;
  if (!areRooms || room === target || MAY_IMPORT[room].includes(target)) return undefined;
  return `${room} does not import ${target}`;
}

/** A folder `testing` holds helpers of tests; `proof`, `scripts` and `bench` use them too. */
function forbiddenTestHelper(from, to) {
  const isHelper = to.split('/').includes('testing');
  const mayUseHelpers =
    from.endsWith('.test.ts') ||
    from.split('/').includes('testing') ||
    ['proof', 'scripts', 'bench'].includes(roomOf(from));
  return isHelper && !mayUseHelpers ? 'only tests import helpers of tests' : undefined;
}

/** The rooms of the engine, downhill: each imports only itself and those before it. Files beside them import all. */
const ENGINE = [
  'facts',
  'plan',
  'send',
  'evidence',
  'judge',
  'conclude',
  'attempt',
  'begin',
  'clean',
];

function forbiddenInEngine(from, to) {
  const [room, other] = [from, to].map((path) => /^suites\/engine\/([^/]+)/.exec(path)?.[1]);
  if (!ENGINE.includes(room) || other === undefined || from.endsWith('.test.ts')) return undefined;
  const isBefore = ENGINE.includes(other) && ENGINE.indexOf(other) <= ENGINE.indexOf(room);
  return isBefore
    ? undefined
    : `suites/engine/${room} does not import ${other}, which comes after it`;
}

function forbiddenInModel(from, to) {
  const isModel = /^suites\/.*\bmodel\.ts$/.test(from);
  if (!isModel || to.startsWith('spec/') || dirname(to) === dirname(from)) return undefined;
  return 'a model imports spec and nothing else';
}

/** Modules whose values every chapter of the mock may import. */
const SHARED_BY_CHAPTERS = new Set(['mock/operation.ts', 'mock/guarded.ts', 'mock/sealed.ts']);

/** A chapter of the mock contains pure functions: it imports values only from `spec` and from chapters of its API. */
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

/** The only files that may read the time and generate random values. */
const PORTS = 'mock/world/ports.ts, suites/engine/facts/ports.ts';

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

/** Names that read as a question, which a boolean answers. */
const QUESTION = /^(is|are|has|have|was|were)(?![a-z])/;

/**
 * Names of functions that return a judgement: what it expects, a condition of it, what it judges, what is added to it,
 * or, for those that decide nothing, why not.
 */
const NAME_OF_JUDGEMENT =
  /^(expect|when|judge|with|all|concluded|saw|nothing|undecided|hidden|leftOpen|blockedBy|notApplicable|notExercised)(?![a-z])/;

const isJudgement = (type) =>
  type?.type === 'TSUnionType'
    ? type.types.some(isJudgement)
    : type?.type === 'TSTypeReference' && type.typeName.name === 'Judgement';

/** Whether a function is declared to return a judgement, or returns such a function. */
const judges = (node) =>
  isJudgement(node.returnType?.typeAnnotation) ||
  (node.body?.type === 'ArrowFunctionExpression' && judges(node.body));

/** Why the name of a function that returns a judgement is wrong; undefined when it is right. */
function wrongJudgementName(name) {
  if (QUESTION.test(name))
    return 'only booleans are named like this; a judgement is named expect...';
  return NAME_OF_JUDGEMENT.test(name)
    ? undefined
    : 'a judgement is named expect..., or when... if it depends on a condition';
}

const judgements = {
  create(context) {
    // Tests also make judgements up, and name these as data.
    if (context.filename.endsWith('.test.ts')) return {};
    const check = (id) => {
      const wrong = id && wrongJudgementName(id.name);
      if (wrong) context.report({node: id, message: `${id.name}: ${wrong}`});
    };
    return {
      FunctionDeclaration(node) {
        if (judges(node)) check(node.id);
      },
      VariableDeclarator(node) {
        if (node.init?.type === 'ArrowFunctionExpression' && judges(node.init)) check(node.id);
      },
    };
  },
};

export default {meta: {name: 'house'}, rules: {imports, ports, judgements}};
