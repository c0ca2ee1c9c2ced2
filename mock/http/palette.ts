/** The colours of the pages for people, by light and dark: those that are served whole, and the console. */
export const PALETTE = `:root {
  color-scheme: light dark;
  --accent: #0b57d0;
  --on-accent: #fff;
  --line: #c4c7cc;
  --quiet: #51565d;
  --good: #146c2e;
  --odd: #8a5000;
  --bad: #b3261e;
  --chosen: #dce6f9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --accent: #a8c7fa;
    --on-accent: #06295c;
    --line: #4a4f57;
    --quiet: #b4b9c1;
    --good: #7fd69a;
    --odd: #f5bf6e;
    --bad: #f2b8b5;
    --chosen: #22334f;
  }
}
`;
