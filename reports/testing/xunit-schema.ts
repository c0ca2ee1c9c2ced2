import {XMLParser} from 'fast-xml-parser';

/** What the schema says about an element: its required and optional attributes, and its children. */
interface Description {
  required: readonly string[];
  optional: readonly string[];
  children: readonly string[];
}

const RESULT: Description = {required: [], optional: ['type', 'message'], children: []};

/**
 * The part of a JUnit report that presscheck writes, as the schema of Jenkins' xUnit plugin describes it
 * (`junit-10.xsd` in jenkinsci/xunit-plugin): an attribute or child that is not listed makes the plugin refuse the file.
 */
const ELEMENTS: Readonly<Record<string, Description>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['group', 'time', 'skipped', 'timestamp', 'hostname', 'id', 'package', 'file', 'url'],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  testcase: {
    required: ['name'],
    optional: ['time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  properties: {required: [], optional: [], children: ['property']},
  property: {required: ['name', 'value'], optional: [], children: []},
  failure: RESULT,
  error: RESULT,
  skipped: RESULT,
  'system-out': {required: [], optional: [], children: []},
  'system-err': {required: [], optional: [], children: []},
};

/** The form of `time` of a suite: digits, in groups of three if separated by commas, and decimals. */
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;

/** A node as the parser orders them: its name with its children, and its attributes beside it. */
type Node = Record<string, unknown> & {':@'?: Record<string, string>};

/** What the schema of Jenkins' xUnit plugin refuses in a JUnit report; empty for a valid one. */
export function xunitMistakes(xml: string): string[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
  });
  const roots: Node[] = parser.parse(xml);
  return roots.filter((node) => !('?xml' in node)).flatMap(mistakesOf);
}

function mistakesOf(node: Node): string[] {
  const {':@': attributes = {}, ...named} = node;
  const [[name, content] = ['', []]] = Object.entries(named);
  if (name === '#text') return [];
  const description = ELEMENTS[name];
  if (!description) return [`there is no element ${name}`];
  const {required, optional, children} = description;
  const allowed = [...required, ...optional];
  const inside = (content as Node[]).filter((child) => !('#text' in child));
  const isChild = (child: Node): boolean => children.includes(Object.keys(child)[0] ?? '');
  const time = name.startsWith('testsuite') ? attributes['time'] : undefined;
  return [
    ...Object.keys(attributes)
      .filter((attribute) => !allowed.includes(attribute))
      .map((attribute) => `${name} has no attribute ${attribute}`),
    ...required.filter((one) => !(one in attributes)).map((one) => `${name} lacks ${one}`),
    ...(time === undefined || TIME.test(time) ? [] : [`${name} has time="${time}"`]),
    ...inside
      .filter((child) => !isChild(child))
      .map((child) => `${name} has no child ${Object.keys(child)[0]}`),
    ...inside.filter(isChild).flatMap(mistakesOf),
  ];
}
