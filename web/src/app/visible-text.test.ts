/** People read only what the catalogue says: no component spells a word of its own. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const source = resolve(import.meta.dirname, '..');
const readAloud = new Set([
  'aria-label',
  'aria-description',
  'alt',
  'title',
  'label',
  'placeholder',
  'description',
  'heading',
  'body',
]);
const hasLetters = /\p{L}/u;

function spelledOut(file: string, text: string): string[] {
  const found: string[] = [];
  const at = (node: ts.Node, words: string) => found.push(`${file}: ${words.trim()}`) && node;
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && hasLetters.test(node.text)) at(node, node.text);
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      for (const literal of literalsShown(node.expression))
        if (hasLetters.test(literal.text)) at(literal, literal.text);
    }
    if (ts.isJsxAttribute(node) && readAloud.has(node.name.getText()) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      for (const literal of value ? literalsShown(value) : [])
        if (hasLetters.test(literal.text)) at(literal, literal.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

/** The string literals an expression may show as they are; what is passed to a function is not shown. */
function literalsShown(expression: ts.Expression): ts.LiteralLikeNode[] {
  if (ts.isStringLiteralLike(expression)) return [expression];
  if (ts.isParenthesizedExpression(expression)) return literalsShown(expression.expression);
  if (ts.isConditionalExpression(expression))
    return [...literalsShown(expression.whenTrue), ...literalsShown(expression.whenFalse)];
  if (ts.isBinaryExpression(expression) && !isComparison(expression.operatorToken.kind)) {
    return [...literalsShown(expression.left), ...literalsShown(expression.right)];
  }
  if (ts.isTemplateExpression(expression))
    return [expression.head, ...expression.templateSpans.map(({ literal }) => literal)];
  return [];
}

function isComparison(operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.EqualsEqualsEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

it('no component spells a word of its own', () => {
  const files = ['app', 'features', 'login'].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
      .map((file) => join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((file) => spelledOut(file, readFileSync(join(source, file), 'utf8')))).toEqual([]);
});

it.each([
  ['text between tags', '<p>Hello</p>'],
  ['a literal in braces', "<p>{'Hello'}</p>"],
  ['one arm of a condition', "<p>{busy ? 'Saving' : t('save')}</p>"],
  ['a template', '<p>{`Page $' + '{n}`}</p>'],
  ['a label', '<button aria-label="Close" />'],
])('%s is found', (_, jsx) => {
  expect(spelledOut('sample.tsx', jsx)).toHaveLength(1);
});

it.each([
  "<p>{t('app.name')}</p>",
  '<p> · </p>',
  '<p className="text-sm">{name}</p>',
  "<p>{state === 'ended' && t('x')}</p>",
])('%s is fine', (jsx) => {
  expect(spelledOut('sample.tsx', jsx)).toEqual([]);
});
