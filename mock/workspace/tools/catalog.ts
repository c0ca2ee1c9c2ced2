import type {Json} from '../../../spec/json.ts';

/** A publishing tool. */
export interface Tool {
  slug: string;
  name: string;
  category: string;
  description: string;
  /** Whether a run counts for the plan and the limits (Resources, Usage). */
  metered: boolean;
  /** Whether the file that a run derives becomes the working version. */
  replaces: boolean;
  /** File extensions that it supports; a run on a file of another format ends as `rejected`. */
  takes: readonly string[];
  /**
   * The format of the file that a run derives: an extension, or `same` for the format of the
   * working file. Absent: a run derives no file.
   */
  derives?: string;
  /** Duration of a run in milliseconds. */
  takesMs: number;
  /** Why it is not public: held back for everybody, or excluded from the API. Absent: it is public. */
  withheld?: 'held-back' | 'off-the-api';
  /** The members of its report in addition to `tool` and `publication_id`. */
  report(about: {title: string; filename: string; size: number}): Record<string, Json>;
}

const BOOKS = ['epub', 'pdf', 'docx', 'zip'];
const AUDIO = ['mp3', 'm4b'];
const ANY = [...BOOKS, ...AUDIO];

/** The tools of every workspace, in the order of the catalogue. */
export const TOOLS: readonly Tool[] = [
  {
    slug: 'file-validation',
    name: 'File validation',
    category: 'validation',
    metered: false,
    replaces: false,
    takes: ANY,
    takesMs: 4000,
    description: 'Checks the file against the rules of its format and lists what breaks them.',
    report: ({filename}) => ({
      valid: true,
      messages: [
        {severity: 'info', id: 'PKG-000', location: filename, text: 'No error was found.'},
      ],
    }),
  },
  {
    slug: 'accessibility-check',
    name: 'Accessibility check',
    category: 'accessibility',
    metered: true,
    replaces: false,
    takes: ANY,
    takesMs: 9000,
    description: 'Judges the file by the accessibility guidelines for publications.',
    report: () => ({
      standard: 'EPUB Accessibility 1.1, WCAG 2.2 AA',
      score: 86,
      issues: [
        {rule: 'image-alt', impact: 'serious', count: 2},
        {rule: 'page-list', impact: 'moderate', count: 1},
      ],
    }),
  },
  {
    slug: 'accessibility-repair',
    name: 'Accessibility repair',
    category: 'accessibility',
    metered: true,
    replaces: true,
    takes: ANY,
    derives: 'same',
    takesMs: 15_000,
    description: 'Mends what the accessibility check finds and can be mended without an editor.',
    report: () => ({
      repaired: [
        {rule: 'image-alt', count: 2},
        {rule: 'page-list', count: 1},
      ],
      left: [],
    }),
  },
  {
    slug: 'metadata-extraction',
    name: 'Metadata extraction',
    category: 'metadata',
    metered: false,
    replaces: false,
    takes: ANY,
    takesMs: 3000,
    description: 'Reads title, language and identifiers out of the file.',
    report: ({title, size}) => ({title, language: 'en', identifiers: [], size_bytes: size}),
  },
  {
    slug: 'metadata-enrichment',
    name: 'Metadata enrichment',
    category: 'metadata',
    metered: true,
    replaces: true,
    takes: ANY,
    derives: 'same',
    takesMs: 12_000,
    description: 'Adds subject codes, keywords and a reading age, and writes them into the file.',
    report: ({title}) => ({
      title,
      subjects: ['FIC000000'],
      keywords: ['sea', 'harbour'],
      reading_age: '16+',
    }),
  },
  {
    slug: 'convert-to-epub',
    name: 'Convert to EPUB',
    category: 'conversion',
    metered: true,
    replaces: false,
    takes: BOOKS,
    derives: 'epub',
    takesMs: 20_000,
    description: 'Makes an EPUB 3 of a manuscript or a print file.',
    report: ({filename}) => ({from: filename, format: 'EPUB 3.3', warnings: []}),
  },
  {
    slug: 'convert-to-pdf',
    name: 'Convert to PDF',
    category: 'conversion',
    metered: false,
    replaces: false,
    takes: BOOKS,
    derives: 'pdf',
    takesMs: 20_000,
    description: 'Sets the text for print.',
    report: ({filename}) => ({from: filename, format: 'PDF/X-4', pages: 212}),
  },
  {
    slug: 'blurb-writing',
    name: 'Blurb writing',
    category: 'copy',
    metered: true,
    replaces: false,
    takes: ANY,
    takesMs: 8000,
    description: 'Writes a back-cover text and a short one for shops.',
    report: ({title}) => ({
      long: `${title}: a story that keeps its promise to the last page.`,
      short: `${title}. Read it by the sea.`,
    }),
  },
  {
    slug: 'loudness-check',
    name: 'Loudness check',
    category: 'validation',
    metered: false,
    replaces: false,
    takes: AUDIO,
    takesMs: 5000,
    description: 'Measures the loudness of an audiobook against what shops take.',
    report: () => ({integrated_lufs: -19.4, true_peak_db: -3.1, passes: true}),
  },
  {
    slug: 'cover-studio',
    name: 'Cover studio',
    category: 'copy',
    metered: true,
    replaces: false,
    takes: ANY,
    takesMs: 8000,
    withheld: 'held-back',
    description: 'Draws covers. Not public yet.',
    report: () => ({}),
  },
  {
    slug: 'rights-ledger',
    name: 'Rights ledger',
    category: 'metadata',
    metered: false,
    replaces: false,
    takes: ANY,
    takesMs: 8000,
    withheld: 'off-the-api',
    description: 'Keeps contracts. In the browser only.',
    report: () => ({}),
  },
];

const BY_SLUG: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.slug, tool]));

/** Finds a tool by its slug, public or not; undefined for an unknown slug. */
export const toolOf = (slug: string): Tool | undefined => BY_SLUG.get(slug);

/** Whether the catalogue lists a tool and runs of it can be started. */
export const isPublic = (tool: Tool): boolean => tool.withheld === undefined;
