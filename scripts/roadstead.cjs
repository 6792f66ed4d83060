#!/usr/bin/env node
'use strict'
require('./check-node.cjs').requireUsableNode()
require('./load.cjs')('./start/command-line.mjs')
