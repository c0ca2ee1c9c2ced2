import {html} from './standalone.module.js';

/** A table. Each row is a list of its cells, and begins with its key. */
export const Table = ({head, rows}) =>
  html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head.map((name) => html`<th key=${name}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([key, ...cells]) =>
            html`<tr key=${key}>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
