import { mount } from 'svelte'
import App from './App.svelte'
import { settle } from './offline/worker.svelte.ts'
import { follow } from './router/router.svelte.ts'
import { apply, share } from './settings/settings.svelte.ts'
import './styles/index.css'

follow()
share()
await apply()

const target = document.getElementById('app')
if (target) mount(App, { target })
void settle()
