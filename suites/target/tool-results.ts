/**
 * Reads results and refusals of tools. How they are written is open (NS-WS-46, NS-WS-47), so what
 * they carry is looked for wherever it may stand.
 */
import {isObject} from '../../spec/json.ts';
import {jsonIn, TooMuchJson} from './bounded-json.ts';
import {withSubstitutes} from './long-integers.ts';

/** An error of the protocol (JSON-RPC). */
export interface ProtocolError {
  message: string;
  data?: unknown;
}

/** A tool's result, as the protocol has it. */
interface ToolResult {
  structuredContent?: unknown;
  content: readonly ContentBlock[];
  isError?: boolean | undefined;
  _meta?: unknown;
}

interface ContentBlock {
  type?: unknown;
  text?: unknown;
  uri?: unknown;
  resource?: unknown;
}

/** The parts of a result that are read; a server may leave out any of them. */
export const toolResult = (result: Record<string, unknown>): ToolResult => ({
  ...result,
  isError: result.isError === true,
  content: [result.content].flat().filter(isObject),
});

/**
 * What a tool brought: JSON, structured or in a text; several of them as a list; else a link, or
 * the text itself.
 * @returns an empty object when there is nothing
 */
export function successIn({structuredContent, content}: ToolResult): unknown {
  if (structuredContent !== undefined) return onlyText(structuredContent) ?? structuredContent;
  const texts = textsOf(content);
  const parts = texts.map(json).filter((part) => part !== undefined);
  if (parts.length) return parts.length === 1 ? parts[0] : parts;
  const link = content.find(({type}) => type === 'resource_link');
  if (link) return {uri: link.uri};
  return texts.length ? texts.join('\n') : {};
}

/** The JSON object that the only text beside structured content is; undefined for any other text. */
export function textBeside({structuredContent, content}: ToolResult): unknown {
  const [text, ...others] = textsOf(content);
  const isAlone = structuredContent !== undefined && text !== undefined && others.length === 0;
  return isAlone && /^\s*\{[^]*\}\s*$/.test(text) ? json(text) : undefined;
}

/** The JSON in the only member of an object, for example in `{result: '{"a": 1}'}`. */
function onlyText(structured: unknown): unknown {
  const [only, ...others] = isObject(structured) ? Object.values(structured) : [];
  return typeof only === 'string' && others.length === 0 ? json(only) : undefined;
}

/**
 * The refusal of a tool, or of the protocol: the object that has a `reason`, or all of it
 * as one text.
 */
export function refusalIn(refusal: ToolResult | ProtocolError): unknown {
  const {values, texts} = 'content' in refusal ? partsOfResult(refusal) : partsOfError(refusal);
  const found = withReason([...values, ...texts.map(json)]);
  if (found) return found;
  const messages = texts.map((text) => text.replace(/^MCP error -?\d+: /, ''));
  const objects = values.filter(isObject).map((value) => JSON.stringify(value));
  return {error: [...messages, ...objects].join(' ')};
}

/** The values and the texts in which a refusal may give its reason. */
interface RefusalParts {
  values: unknown[];
  texts: string[];
}

const partsOfResult = ({structuredContent, _meta, content}: ToolResult): RefusalParts => ({
  values: [structuredContent, _meta],
  texts: textsOf(content),
});

const partsOfError = ({data, message}: ProtocolError): RefusalParts => ({
  values: [data],
  texts: typeof data === 'string' ? [data, message] : [message],
});

/** Whether what came of a stream so far has the response to the request that it is for. */
export const answeredIn = (text: string): boolean =>
  eventsIn(text).some((data) => [json(data)].flat().some(isResponse));

/** Whether a JSON-RPC message is a response. */
const isResponse = (message: unknown): boolean =>
  isObject(message) && message.id !== undefined && !('method' in message);

/** The data of the messages in a stream of events; one that is not ended yet is none. */
export function eventsIn(stream: string): string[] {
  const events = stream.replaceAll(/\r\n?/g, '\n').split('\n\n').slice(0, -1);
  return events.flatMap((event) => {
    const kind = fieldsIn(event, 'event').at(-1) || 'message';
    const data = fieldsIn(event, 'data').join('\n');
    return kind === 'message' && data !== '' ? [data] : [];
  });
}

/** The values of a field of an event, for example of `data`. */
const fieldsIn = (event: string, field: string): string[] =>
  event.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    return name === field ? [value] : [];
  });

/** The texts of a result, those of embedded resources among them. */
const textsOf = (content: ToolResult['content']): string[] =>
  content
    .flatMap(({text, resource}) => [text, isObject(resource) ? resource.text : undefined])
    .filter((text) => typeof text === 'string');

/** The first object in a value, however deep, that has a `reason`. */
function withReason(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value) && 'reason' in value) return value;
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.map(withReason).find((part) => part !== undefined);
}

/**
 * The JSON object or list that a text is, or that stands in it.
 * @throws TooMuchJson for more of it than is read
 */
export function json(text: string): unknown {
  const begin = text.search(/[[{]/);
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'));
  if (begin === -1 || end < begin) return undefined;
  try {
    return jsonIn(withSubstitutes(text.slice(begin, end + 1)));
  } catch (error) {
    if (error instanceof TooMuchJson) throw error;
    // It is prose.
    return undefined;
  }
}
