import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { FormPage } from './form-page.ts'

const root = document.getElementById('root')
if (root) hydrateRoot(root, createElement(BrowserRouter, null, createElement(FormPage)))
