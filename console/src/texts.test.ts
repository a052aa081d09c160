import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Attributes of elements and properties of objects whose values users read. */
const SEEN = new Set(
  `addLabel alt aria-description aria-label aria-roledescription aria-valuetext button confirmLabel consequence
  description empty failure header heading hint label many message none note noun one other placeholder prompt
  submitLabel subtitle tab text title undeletable`.split(/\s+/),
);
/** Functions whose arguments users read, with the methods of `toast`. */
const SEEN_CALLS = /^(?:toast(?:\.\w+)?|toastResult|announce|setAnnouncement|useTitle|plural|failureText)$/;
/** Attributes and properties that hold code, whatever their values look like. */
const CODE = new Set(['className', 'fontFamily', 'keys']);
/** Functions that compose class names. */
const CLASS_CALLS = /^(?:cn|clsx|cva|createTailwindMerge)\b/;
/** Two keys at once, as tooltips show them, and addresses. */
const NO_TEXTS = /^(?:Ctrl \w+|\/\S*)$/;
/** Names of keys (KeyboardEvent.key, AltGraph of getModifierState), standards, events, errors; a value in drafts. */
const CODE_WORDS =
  /^(?:[A-Z][a-z]+(?:[A-Z][a-z]+)+|Alt|AltGraph|Backspace|Bearer …|Control|Ctrl(?: \w+)?|Custom Reason|Delete|Enter|Esc|Escape|Home|End|Meta|Page(?:Up|Down)|Shift|Space|Tab|Arrow(?:Up|Down|Left|Right))$/;

/**
 * A translation is one file per feature, so a text in any other file would stay English. The rule reads the
 * syntax: letters in JSX, literals in the places of `SEEN` and `SEEN_CALLS`, and wherever else a literal
 * starts like a sentence or a label ('Saved', 'No leads'). Errors that are thrown are for developers.
 */
test('every text that users read is in the catalogue of its feature', () => {
  const root = import.meta.dirname;
  const outside = readdirSync(root, { encoding: 'utf8', recursive: true })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(?:^|\/)texts(?:\.ts$|\/)/.test(file))
    .flatMap((file) => textsOutside(file, readFileSync(path.join(root, file), 'utf8')));
  expect(outside).toEqual([]);
});

test('the declarations of the features, which the first screen loads, load no whole catalogue', () => {
  const root = import.meta.dirname;
  const heavy = readdirSync(root, { encoding: 'utf8', recursive: true })
    .filter((file) => path.basename(file) === 'feature.ts')
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes("/texts.ts'"));
  expect(heavy).toEqual([]);
});

test('texts spell organization as the specified ones do', () => {
  const root = import.meta.dirname;
  const otherwise = readdirSync(root, { encoding: 'utf8', recursive: true })
    .filter((file) => /(?:^|\/)texts(?:\.ts$|\/)/.test(file) && file.endsWith('.ts'))
    .flatMap((file) => literalsOf(file, readFileSync(path.join(root, file), 'utf8')))
    .filter((text) => /organisation/i.test(text));
  expect(otherwise).toEqual([]);
});

test('finds texts in every place that users read, and no code', () => {
  const source = `
    import { x } from 'Some Module';
    const a = <p className="Some class" title="one" data-id="two">three {busy ? 'four' : \`five \${n}\`}</p>;
    const b = { label: 'six', id: 'seven', keys: 'Ctrl K', hint: n > 1 ? null : 'eight' };
    toast.success(\`\${name} nine\`);
    plural(n, { one: '# ten', other: '# tens' });
    function wording() { return ok ? 'Eleven' : 'twelve'; }
    if (event.key === 'Enter') throw new Error('For developers');
    const c = <input value="fourteen" placeholder={texts.thirteen} aria-label={\`\${texts.row} \${n}\`} onChange={() => go('here')} />;
  `;
  expect(textsOutside('a.tsx', source)).toEqual([
    'a.tsx:3 one',
    'a.tsx:3 three',
    'a.tsx:3 four',
    'a.tsx:3 five …',
    'a.tsx:4 six',
    'a.tsx:4 eight',
    'a.tsx:5 … nine',
    'a.tsx:6 # ten',
    'a.tsx:6 # tens',
    'a.tsx:7 Eleven',
  ]);
});

/** The texts of a file that belong in a catalogue, as 'file:line text'. */
function textsOutside(file: string, source: string): string[] {
  const found: string[] = [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  visit(parsed, 'unknown');
  return found;

  /** `place` says what the values of the nearest attribute, property or call around a node are for. */
  function visit(node: ts.Node, place: Place): void {
    if (isDeveloperOnly(node)) return;
    const literal = literalText(node);
    if (literal !== null) {
      const label = /^\P{L}*\p{Lu}\p{Ll}/u.test(literal) && !CODE_WORDS.test(literal.trim());
      if (
        place === 'seen' ? /\p{L}/u.test(literal) && !NO_TEXTS.test(literal) : place === 'unknown' && label
      ) {
        const { line } = parsed.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${file}:${line + 1} ${literal.replace(/\s+/g, ' ').trim()}`);
      }
    }
    ts.forEachChild(node, (child) => visit(child, placeOf(child, place)));
  }
}

/** The literals of a file, without the addresses of its imports. */
function literalsOf(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    const literal = literalText(node);
    if (literal !== null) found.push(literal);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

type Place = 'seen' | 'code' | 'unknown';

function placeOf(node: ts.Node, around: Place): Place {
  const { parent } = node;
  if (around === 'code') return 'code';
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) {
    if (node === parent.name) return 'code';
    const name = parent.name.getText().replaceAll("'", '');
    if (SEEN.has(name)) return 'seen';
    if (CODE.has(name)) return 'code';
    // The forms of plural() stay seen.
    return ts.isPropertyAssignment(parent) ? around : 'unknown';
  }
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) {
    return ts.isJsxText(node) || ts.isJsxExpression(node) ? 'seen' : 'unknown';
  }
  if (ts.isCallExpression(parent) && node !== parent.expression) {
    if (parent.expression.kind === ts.SyntaxKind.ImportKeyword) return 'code';
    const called = parent.expression.getText();
    if (SEEN_CALLS.test(called)) return 'seen';
    return CLASS_CALLS.test(called) ? 'code' : 'unknown';
  }
  // The condition of `kind === 'new' ? … : …` is code, its branches are in the place of the whole.
  if (ts.isConditionalExpression(parent)) return node === parent.condition ? 'unknown' : around;
  if (ts.isBinaryExpression(parent)) {
    const passes = [ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.PlusToken];
    if (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
      return node === parent.right ? around : 'unknown';
    }
    return passes.includes(parent.operatorToken.kind) ? around : 'unknown';
  }
  // A function, or an element, within a value that users read is code again.
  if (ts.isFunctionLike(parent) && !ts.isArrowFunction(parent)) return 'unknown';
  if (ts.isBlock(node) || ts.isElementAccessExpression(parent) || ts.isJsxOpeningLikeElement(parent)) {
    return 'unknown';
  }
  return around;
}

function isDeveloperOnly(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeNode(node) ||
    ts.isThrowStatement(node) ||
    (ts.isNewExpression(node) && /(?:Error|DOMException)$/.test(node.expression.getText()))
  );
}

/** The text of a literal, with … for the values inside a template; null for another node. */
function literalText(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}
