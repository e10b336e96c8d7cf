// The first script of the page.
// First of all styles: it fixes the rank of the cascade layers.
import './ui/base.css'
import { start } from './app/start.tsx'

void start()
