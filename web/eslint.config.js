import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

const ENUMS = { selector: 'TSEnumDeclaration', message: 'Enums are not only types; a union of literals is.' }

export default ts.config(
  { ignores: ['node_modules', 'tests/fixtures', 'tests/canary'] },
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  ...svelte.configs.prettier,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'tools/*.mjs', 'worker/*.js'] },
        tsconfigRootDir: import.meta.dirname,
        // The same for all files, or the program is read anew with every other kind.
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
      // There are no enums, and looking for them takes a fifth of the time.
      'no-restricted-syntax': ['error', ENUMS],
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // There are no stores, and looking for them takes a fourteenth.
      'no-restricted-imports': ['error', { name: 'svelte/store', message: 'Runes do what stores did.' }],
      'svelte/require-store-reactive-access': 'off',
      // The router is our own; plain links work because it listens to clicks.
      'svelte/no-navigation-without-resolve': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, svelteConfig },
    },
    rules: {
      'no-restricted-syntax': [
        'error',
        ENUMS,
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message: 'The page allows no inline styles; use style:name={value}.',
        },
      ],
      'svelte/no-at-html-tags': 'error',
      // The linter does not see the types of other components; svelte-check does, and finds the same mistakes.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  { files: ['worker/*.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['**/*.js', '**/*.mjs'], ...ts.configs.disableTypeChecked },
)
