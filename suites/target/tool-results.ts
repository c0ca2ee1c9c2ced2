import {isObject} from '../../spec/json.ts';

/**
 * How results and refusals are written is open (NS-WS-46, NS-WS-47): what they say is looked for
 * wherever it may stand.
 */

/** A tool's result, as the protocol has it. */
interface ToolResult {
  structuredContent?: unknown;
  content: readonly {type: string; text?: string; uri?: string; resource?: unknown}[];
  isError?: boolean | undefined;
  _meta?: unknown;
}

/**
 * What a tool brought: JSON, structured or in a text; several of them as a list; else a link, or
 * the text itself.
 * @returns an empty object when there is nothing
 */
export function successIn({structuredContent, content}: ToolResult): unknown {
  const [only, ...others] = isObject(structuredContent) ? Object.values(structuredContent) : [];
  if (structuredContent !== undefined)
    return (
      (typeof only === 'string' && others.length === 0 ? json(only) : undefined) ??
      structuredContent
    );
  const texts = textsOf(content);
  const parts = texts.map(json).filter((part) => part !== undefined);
  if (parts.length) return parts.length === 1 ? parts[0] : parts;
  const link = content.find(({type}) => type === 'resource_link');
  return link ? {uri: link.uri} : texts.length ? texts.join('\n') : {};
}

/**
 * What a tool, or the protocol, says when it refuses: the object that has a `reason`, or all of it
 * as one text.
 */
export function refusalIn(refusal: ToolResult | {data?: unknown; message: string}): unknown {
  const {said, texts} =
    'content' in refusal
      ? {said: [refusal.structuredContent, refusal._meta], texts: textsOf(refusal.content)}
      : {
          said: [refusal.data],
          texts: [refusal.data, refusal.message].filter((one) => typeof one === 'string'),
        };
  const found = withReason([...said, ...texts.map(json)]);
  return (
    found ?? {
      error: [
        ...texts.map((text) => text.replace(/^MCP error -?\d+: /, '')),
        ...said.filter(isObject).map((one) => JSON.stringify(one)),
      ].join(' '),
    }
  );
}

/** Whether what came of a stream so far has the answer to the request that it is for. */
export const answeredIn = (text: string): boolean =>
  eventsIn(text).some((data) =>
    [json(data)].flat().some((one) => isObject(one) && one.id !== undefined && !('method' in one)),
  );

/** The data of the messages in a stream of events; one that is not ended yet is none. */
export function eventsIn(stream: string): string[] {
  const events = stream
    .replaceAll(/\r\n?/g, '\n')
    .split('\n\n')
    .slice(0, -1)
    .map((event) => {
      const lines = event.split('\n').map((line) => /^(\w+): ?(.*)$/.exec(line) ?? []);
      const told = (field: string): string[] =>
        lines.flatMap(([, name, value = '']) => (name === field ? [value] : []));
      return {kind: told('event').at(-1) || 'message', data: told('data').join('\n')};
    });
  return events.flatMap(({kind, data}) => (kind === 'message' && data !== '' ? [data] : []));
}

const textsOf = (content: ToolResult['content']): string[] =>
  content
    .flatMap(({text, resource}) => [text, isObject(resource) ? resource.text : undefined])
    .filter((text) => typeof text === 'string');

function withReason(value: unknown): Record<string, unknown> | undefined {
  if (isObject(value) && 'reason' in value) return value;
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.map(withReason).find((part) => part !== undefined);
}

/** The JSON object or list that a text is, or that stands in it. */
export function json(text: string): unknown {
  for (const part of [text, /[[{].*[\]}]/s.exec(text)?.[0]])
    try {
      const value: unknown = JSON.parse(part ?? '');
      if (typeof value === 'object' && value !== null) return value;
    } catch {
      // Prose, then.
    }
  return undefined;
}
