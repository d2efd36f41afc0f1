"""Pictures of games for screen and paper alike: boards, drawings, charts."""
