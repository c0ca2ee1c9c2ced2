import {isObject, type Json} from '../http.ts';
import type {AgentTool} from '../mcp-tools.ts';
import type {World} from '../world.ts';

const text = (one: unknown): Json => ({
  type: 'text',
  text: typeof one === 'string' ? one : JSON.stringify(one),
});

type Form = (body: Json, isError: boolean) => Json;

const wrapped: Form = (body, isError) => ({
  content: [text({result: body})],
  structuredContent: {result: body},
  isError,
});

/** How the result of a call is written, by variant. */
const FORMS: Readonly<Record<string, Form>> = {
  'mcp-text-only': (body, isError) => ({content: [text(body)], isError}),
  'mcp-text-without-flag': (body, isError) => ({
    content: [text(body)],
    ...(isError && {isError: true}),
  }),
  'mcp-text-indented': (body, isError) => ({
    content: [text(JSON.stringify(body, null, 2))],
    isError,
  }),
  'mcp-summary-before': (body, isError) => ({
    content: [text(isError ? 'That did not work.' : 'Done:'), text(body)],
    structuredContent: body,
    isError,
  }),
  'mcp-summary-and-text': (body, isError) => ({
    content: [text(isError ? 'That did not work.' : 'Done. The answer:'), text(body)],
    isError,
  }),
  'mcp-structured-with-prose': (body, isError) => ({
    content: [text('See the structured content.')],
    structuredContent: body,
    isError,
  }),
  'mcp-errors-as-text': (body, isError) => ({
    content: [text(body)],
    ...(!isError && {structuredContent: body}),
    isError,
  }),
  'mcp-content-of-many-kinds': (body, isError) => ({
    content: [
      {type: 'resource_link', uri: 'press://docs', name: 'docs', mimeType: 'text/plain'},
      {...text(body), annotations: {audience: ['assistant'], priority: 0.5}},
      {type: 'image', data: 'AAAA', mimeType: 'image/png'},
    ],
    structuredContent: body,
    isError,
    _meta: {'press.example/took': 12},
  }),
  'mcp-results-wrapped': wrapped,
  'mcp-prose': (body, isError) => ({
    content: [
      text(isError ? `Refused (${String(body['reason'])}).` : 'It is done; see the shelf.'),
    ],
    isError,
  }),
};

/** The result of a call as a variant writes it; undefined: the server's own form. */
export function resultForm(w: World, body: Json, isError: boolean): Json | undefined {
  for (const [name, form] of Object.entries(FORMS)) {
    if (w.variants.has(name)) return form(body, isError);
  }
  return undefined;
}

/** Whether refusals are JSON-RPC errors. */
export const failsByError = (w: World): boolean => w.variants.has('mcp-refusals-as-errors');

const MORE = ['search-manual', 'say_hello', 'export.catalog', 'set-language', 'feedback'];

/** Rows of tools that belong to no operation. */
export function moreTools(w: World): Json[] {
  if (!w.variants.has('mcp-more-tools')) return [];
  return MORE.map((name) => ({
    name,
    description: `Does something else: ${name}. It may list publications, too.`,
    inputSchema: {type: 'object', additionalProperties: false},
  }));
}

/** The row of a tool with what the protocol allows beside. */
export function toolRow(w: World, row: Json, tool: AgentTool): Json {
  const v = w.variants;
  let one = row;
  if (v.has('mcp-tools-annotated')) {
    one = {
      ...one,
      annotations: {readOnlyHint: tool.required.length < 2, openWorldHint: true, title: tool.name},
      outputSchema: {type: 'object', additionalProperties: true},
      icons: [{src: 'https://press.example/i.png', mimeType: 'image/png', sizes: ['48x48']}],
      execution: {taskSupport: 'forbidden'},
      _meta: {'press.example/group': 'library'},
    };
  }
  if (v.has('mcp-schemas-strict')) one = {...one, inputSchema: strict(one['inputSchema'])};
  if (v.has('mcp-tools-without-title')) delete one['title'];
  return one;
}

function strict(schema: unknown): Json {
  const own = isObject(schema) ? schema : {};
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    ...own,
    additionalProperties: false,
  };
}

/** Members that a strict tool does not know. */
export function oddArguments(w: World, tool: AgentTool, given: Json): string | undefined {
  if (!w.variants.has('mcp-schemas-strict')) return undefined;
  return Object.keys(given).find((name) => !Object.hasOwn(tool.properties, name));
}

/** A page of the tools. */
export function toolsPage(w: World, rows: Json[], cursor: unknown): Json {
  if (!w.variants.has('mcp-tools-in-pages')) return {tools: rows};
  const from = typeof cursor === 'string' ? Number(cursor) : 0;
  const next = from + 5 < rows.length ? {nextCursor: String(from + 5)} : {};
  return {tools: rows.slice(from, from + 5), ...next};
}
