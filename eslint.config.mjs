import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/node_modules',
      '**/dist',
      'artifacts',
      '.cache',
      '.textloom',
      'coverage',
      '**/golden',
      'connectors/n8n/eslint.config.mjs',
      // They import the package as users install it.
      'sdks/node/examples/*.mts',
      // They import clients that a test generates.
      'test/e2e/openapiClients',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      // Fastify and n8n tell an asynchronous function by its keyword.
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      // These two take an eighth of the time. The code has no enums, and classes only for errors.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  {
    files: ['**/*.test-d.ts'],
    rules: {
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
    },
  },
  { files: ['sdks/**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['scripts/**', 'sdks/**'], rules: { 'no-console': 'off' } },
  // Prettier does not wrap comments.
  {
    files: ['{service,console,scripts,test}/**'],
    ignores: ['test/faults/table/**'],
    rules: { 'max-len': ['error', { code: 10_000, comments: 100, ignoreUrls: true }] },
  },
  {
    files: ['test/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.property.name=/^toBeLessThan/] CallExpression[callee.name="expect"] > BinaryExpression[operator="-"][left.callee.property.name="now"][right.type="Identifier"]',
          message: 'A slow machine fails this test. Expect an effect instead, or use the bench.',
        },
      ],
    },
  },
  { files: ['**/*.mjs', '**/*.js', '**/*.cjs'], ...tseslint.configs.disableTypeChecked },
);
