import { mount } from 'svelte'
import App from './App.svelte'
import { settle } from './offline/worker.ts'
import { follow } from './router/router.svelte.ts'
import { apply } from './settings/settings.svelte.ts'
import './styles/index.css'

follow()
await apply()

const target = document.getElementById('app')
if (target) mount(App, { target })
void settle()
