export { default } from '~/games/scorecard/board.ts'
