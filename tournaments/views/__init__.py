"""Thin: parse, call one service or selector, render. Each module says who may call it."""
