import ts from 'typescript';

/** A piece of text that people read, as it starts on a line of a file. */
export interface Text {
  readonly line: number;
  readonly text: string;
  /**
   * Whether it is running text, whose sentences must be whole. Headings, labels and cells may be
   * terse.
   */
  readonly isRunning: boolean;
}

/** Markdown without what is no prose: code, addresses and marks. */
const plain = (markdown: string): string =>
  markdown
    .replace(/`[^`]*`/g, '`x`')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replace(/(?<![\w*])[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}(?![\w*])/g, '');

const blank = (found: string): string => found.replace(/[^\n]/g, '');

/**
 * The texts of a page. Skips everything inside `prettier-ignore`, which is generated from a checked
 * source.
 */
export function textsOfMarkdown(page: string): Text[] {
  const lines = page
    .replace(/<!-- prettier-ignore-start -->[^]*?<!-- prettier-ignore-end -->/g, blank)
    .replace(/^( *)```[^]*?^\1```/gm, blank)
    .split('\n');
  return lines.flatMap((raw, index): Text[] => {
    const line = index + 1;
    if (/^\s*(?:\|[-| :]+\|)?\s*$/.test(raw)) return [];
    if (/^\s*\|/.test(raw))
      return raw
        .split('|')
        .map((cell) => ({ line, text: plain(cell).trim(), isRunning: false }))
        .filter(({ text }) => text !== '');
    const isHeading = raw.startsWith('#');
    // A bold beginning of a paragraph or an item is its heading.
    const text = plain(
      raw.replace(/^\s*(?:(?:#+|[-*]|\d+\.)\s+)?/, '').replace(/^\*\*[^*]+[.:?]\*\*\s*/, ''),
    );
    return [{ line, text, isRunning: !isHeading }];
  });
}

/** The notes of a workflow of n8n; all of one note is on one line of its file. */
export function textsOfWorkflow(file: string): Text[] {
  return file.split('\n').flatMap((raw, index) => {
    const [, content] = /^\s*"content": (".*"),?$/.exec(raw) ?? [];
    if (content === undefined) return [];
    return textsOfMarkdown(JSON.parse(content) as string).map((text) => ({
      ...text,
      line: index + 1,
    }));
  });
}

const sql =
  /^\s*(?:select .* from|insert into|update \w+ set|delete from|with \w+ as|(?:create|alter|drop) (?:table|function|database|index|schema)|explain|(?:and|where) \w+ (?:=|in|is|<|>)) /s;

/** SQL, and the code that a planted fault replaces, are not prose. */
const quotesCode = (node: ts.Node): boolean =>
  (ts.isTaggedTemplateExpression(node) && node.tag.getText().startsWith('sql')) ||
  (ts.isPropertyAssignment(node) &&
    /^(?:find|plant)$/.test(node.name.getText()) &&
    ts.isStringLiteralLike(node.initializer)) ||
  (ts.isStringLiteralLike(node) && sql.test(`${node.text} `)) ||
  (ts.isTemplateExpression(node) && sql.test(`${node.head.text} `));

/** The comments and the strings of a source, which may be phrases. */
export function textsOfSource(source: string, name: string): Text[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const texts: Text[] = [];
  let code = source;
  const take = (node: ts.Node, text: string) => {
    const [start, end] = [node.getStart(), node.end];
    texts.push({ line: lineAt(start), text, isRunning: false });
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end);
  };
  const visit = (node: ts.Node): void => {
    if (quotesCode(node)) take(node, '');
    else if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node))
      take(node, node.text);
    else if (ts.isRegularExpressionLiteral(node)) take(node, '');
    else ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { 0: comment, index } of code.matchAll(/\/\/.*|\/\*[^]*?\*\//g)) {
    const text = comment.replace(/\s*\n\s*\*?\s*/g, ' ').replace(/^\/[/*]+\s*|\s*\*\/$/g, '');
    texts.push({ line: lineAt(index), text: text.replace(/`[^`]*`/g, '`x`'), isRunning: false });
  }
  return texts.filter(({ text }) => text.includes(' '));
}
