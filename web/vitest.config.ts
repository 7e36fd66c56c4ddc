import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig, mergeConfig } from 'vitest/config'
import { PATIENCE } from './tests/patience.ts'
import app from './vite.config.ts'

export default mergeConfig(
  app,
  defineConfig({
    plugins: [svelteTesting()],
    test: {
      environment: 'jsdom',
      include: ['tests/**/*.test.ts'],
      setupFiles: ['tests/setup.ts'],
      restoreMocks: true,
      // One browser for all files; each test starts from setup.ts.
      isolate: false,
      // It only ends what hangs: a busy machine is no reason to fail.
      testTimeout: PATIENCE,
      hookTimeout: PATIENCE,
    },
  }),
)
